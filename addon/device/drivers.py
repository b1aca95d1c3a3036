"""Asks, before Blender does, whether any graphics driver is there.

With none installed Blender does not fail, it crashes: the loaders give it nothing and it calls
through that (measured, 4.5 to 5.3 as a module). So where the loaders can be asked cheaply they are,
and only a plain no counts.
"""

from __future__ import annotations

import ctypes
import os
import sys

EGL_PLATFORM_SURFACELESS = 0x31DD
"""Source: EGL_MESA_platform_surfaceless."""
VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO = 1


def none_answers(*, vulkan: bool) -> bool:
    """Return whether it is certain that no driver answers a Blender without a window.

    ``vulkan`` says whether this Blender would try Vulkan before OpenGL.
    """
    if not sys.platform.startswith("linux"):
        return False
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return False
    return not _egl_vendor() and not (vulkan and _vulkan_devices())


def _egl_vendor() -> bool:
    try:
        egl = ctypes.CDLL("libEGL.so.1")
        egl.eglGetDisplay.restype = ctypes.c_void_p
        if egl.eglGetDisplay(None):
            return True
        egl.eglGetPlatformDisplay.restype = ctypes.c_void_p
        return bool(egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS, None, None))
    except (OSError, AttributeError):
        return False


class _InstanceCreateInfo(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    ]


def _vulkan_devices() -> int:
    try:
        vulkan = ctypes.CDLL("libvulkan.so.1")
        info = _InstanceCreateInfo(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO)
        instance = ctypes.c_void_p()
        if vulkan.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)) != 0:
            return 0
        count = ctypes.c_uint32()
        vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
        vulkan.vkDestroyInstance(instance, None)
        return count.value
    except (OSError, AttributeError):
        return 0
