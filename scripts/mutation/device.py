"""Faults of the device: strides, dispatches, uniforms, lifetimes, tiles, what it must refuse."""

from __future__ import annotations

from .fault import Fault

BLENDER = "addon/device/blender.py"
PIXELS = "addon/device/pixels.py"
ORDER = "tests/device/test_evaluation_order.py"
NULL = "tests/device/test_null_device.py"
NOT_SQUARE = (
    "tests/gpu/test_device.py::test_texels_come_back_where_they_were_on_an_image_that_is_not_square"
)

FAULTS = (
    # Texels in and out.
    Fault(
        "swapped-strides",
        PIXELS,
        ".reshape(extent.height, extent.width, format.channels)",
        ".reshape(extent.width, extent.height, format.channels).swapaxes(0, 1)",
        NOT_SQUARE,
    ),
    Fault(
        "width-and-height-swapped-on-the-way-up",
        PIXELS,
        "extent = Extent(pixels.shape[1], pixels.shape[0])",
        "extent = Extent(pixels.shape[0], pixels.shape[1])",
        NOT_SQUARE,
    ),
    Fault(
        "bytes-cut-on-the-way-up",
        PIXELS,
        "np.floor(clipped * np.float32(255) + np.float32(0.5))",
        "np.floor(clipped * np.float32(255))",
        "tests/device/test_pixels.py::test_eight_bit_uploads_are_rounded_to_the_nearest_step",
    ),
    # Dispatches.
    Fault(
        "last-group-left-out",
        BLENDER,
        "groups = (-(-tile.width // GROUP[0]), -(-tile.height // GROUP[1]))",
        "groups = (max(tile.width // GROUP[0], 1), max(tile.height // GROUP[1], 1))",
        "tests/gpu/test_evaluate.py::test_a_plan_of_two_inverts_gives_the_picture_back",
    ),
    Fault(
        "origin-of-every-tile-zero",
        BLENDER,
        "native.uniform_int(ORIGIN, origin)",
        "native.uniform_int(ORIGIN, (0, 0))",
        "tests/gpu/test_tiled_dispatch.py::test_tiles_give_the_bits_of_the_whole_dispatch",
    ),
    Fault(
        "uniforms-of-the-bake-before",
        BLENDER,
        "            block.update(uniforms)\n",
        "            pass\n",
        "tests/gpu/test_evaluate.py::test_a_bake_twice_and_with_other_numbers_compiles_nothing",
    ),
    Fault(
        "shader-found-by-its-kernels-name",
        BLENDER,
        "shader = self._shaders.get(kernel.digest)",
        "named = [s for s in self._shaders.values() if s.composed.name == kernel.name]\n"
        "        shader = named[0] if named else None",
        "tests/gpu/test_evaluate.py::test_a_bake_twice_and_with_other_numbers_compiles_nothing",
    ),
    Fault(
        "shaders-kept-for-ever",
        BLENDER,
        "while len(self._shaders) > self._shaders_kept:",
        "while len(self._shaders) > 10**9:",
        "tests/gpu/test_device.py::test_a_source_is_compiled_once_and_kept_within_the_bound",
    ),
    Fault(
        "compile-error-without-a-line",
        "addon/device/messages.py",
        "file, there = composed.line_of(line) if line else",
        "file, there = composed.line_of(line + 1) if line else",
        "tests/gpu/test_device.py::test_a_kernel_that_does_not_compile_is_told_by_its_own_file_and_line",
    ),
    # Lifetimes.
    Fault(
        "bake-keeps-its-textures",
        "addon/device/bake.py",
        "        if free is not None:\n            free()\n",
        "        del free\n",
        f"{ORDER}::test_every_texture_is_the_uploads_or_the_pools_after_a_bake_is_freed",
    ),
    Fault(
        "freed-bake-answers",
        "addon/device/bake.py",
        "        self._textures.clear()\n",
        "        self._free = free and (lambda: None)\n",
        f"{ORDER}::test_a_freed_bake_answers_nothing_and_may_be_freed_again",
    ),
    Fault(
        "pool-forgets-what-comes-back",
        "addon/device/pool.py",
        "        self._free.setdefault(key, []).append(texture)\n",
        "        self._free.setdefault(key, [])\n",
        f"{ORDER}::test_fifty_bakes_create_textures_once",
    ),
    Fault(
        "fifty-bakes-leak",
        "addon/device/pool.py",
        "        self._free.setdefault(key, []).append(texture)\n",
        "        self._free.setdefault(key, [])\n",
        "tests/gpu/test_texture_bake.py::test_fifty_bakes_leave_memory_flat",
    ),
    Fault(
        "texture-outlives-its-release",
        BLENDER,
        "        texture.drop()\n",
        "        self._kept = texture.native\n",
        "tests/gpu/test_device.py::test_a_released_texture_dies_at_once_and_answers_nothing",
    ),
    Fault(
        "lease-answers-after-it-ended",
        "addon/device/pool.py",
        "        texture, self._texture = self._texture, None\n        return texture\n",
        "        return self._texture\n",
        f"{NULL}::test_a_texture_that_went_back_to_the_pool_is_used_by_nobody",
    ),
    Fault(
        "stopped-evaluation-keeps-its-textures",
        "addon/device/evaluate.py",
        "            self._take_back(leases.values())\n",
        "            leases.clear()\n",
        f"{ORDER}::test_an_evaluation_that_is_closed_gives_everything_back",
    ),
    Fault(
        "textures-of-another-size-kept",
        "addon/device/evaluate.py",
        "if self.pool.trim(Counter((slot.format, slot.extent) for slot in schedule.slots)):",
        "pass",
        f"{ORDER}::test_a_bake_at_another_size_does_not_keep_the_textures_of_the_last",
    ),
    Fault(
        "changed-picture-not-uploaded",
        "addon/device/uploads.py",
        "        if held is not None and held[0] == stamp:\n",
        "        if held is not None and stamp:\n",
        "tests/device/test_pool_and_uploads.py::"
        "test_other_texels_another_shape_or_format_replace_the_texture",
    ),
    # Order.
    Fault(
        "cpu-op-reads-before-the-gpu-is-done",
        "addon/device/walk.py",
        "        self._flush()\n        inputs = {",
        "        inputs = {",
        f"{ORDER}::test_a_cpu_op_reads_after_a_flush_and_its_answer_is_uploaded",
    ),
    Fault(
        "bake-reads-before-the-gpu-is-done",
        "addon/device/bake.py",
        "        self._device.flush()\n",
        "",
        f"{ORDER}::test_a_bake_reads_out_after_a_flush",
    ),
    Fault(
        "two-evaluations-at-once",
        "addon/device/guard.py",
        "        raise WrongTime(refusal)\n    _running = True\n",
        "        raise WrongTime(refusal)\n    _running = False\n",
        f"{ORDER}::test_a_second_evaluation_is_refused_while_one_runs",
    ),
    Fault(
        "evaluation-inside-a-handler",
        "addon/device/guard.py",
        '    "depsgraph_update_post": "a depsgraph handler",\n',
        "",
        "tests/gpu/test_wrong_time.py::test_it_is_refused_inside_a_depsgraph_handler_and_not_after_it",
    ),
    # Tiles.
    Fault(
        "never-a-flush",
        "addon/device/tiles.py",
        "return queued_s + self._batch[-1].predicted_s > self._budget_s * (1.0 + 1e-6)",
        "return sum(q.predicted_s for q in self._batch) >= 1e9",
        "tests/device/test_tiles.py::"
        "test_no_batch_of_a_kernel_that_costs_what_its_header_says_exceeds_the_budget",
    ),
    Fault(
        "tiles-overlap",
        "addon/device/tiles.py",
        "                x += width\n",
        "                x += max(width - GROUP[0], GROUP[0])\n",
        "tests/device/test_tiles.py::test_tiles_cover_every_texel_once",
    ),
    Fault(
        "tiles-learn-from-a-pause",
        "addon/device/tiles.py",
        "        self._began_s = self._clock()\n",
        "        self._began_s = self._began_s or self._clock()\n",
        "tests/device/test_tiles.py::"
        "test_time_between_the_steps_of_an_evaluation_is_not_the_kernels",
    ),
    Fault(
        "tiles-grow-without-bound",
        "addon/device/tiles.py",
        "ratio = max(spent_s / predicted_s, 1.0 / STEEPEST)",
        "ratio = spent_s / predicted_s",
        "tests/device/test_tiles.py::"
        "test_one_flush_makes_tiles_larger_by_no_more_than_the_steepest_factor",
    ),
    Fault(
        "last-size-and-this-one-held-at-once",
        "addon/device/evaluate.py",
        "                self.device.flush()  # else the last size and this one are held at once\n",
        "                pass\n",
        f"{ORDER}::test_the_memory_of_the_last_size_is_back_before_more_is_taken",
    ),
    Fault(
        "cpu-op-given-the-channels-that-are-stored",
        "addon/device/walk.py",
        "with_channels(self._read(image), work.channels[name])",
        "self._read(image)",
        f"{ORDER}::test_a_cpu_op_is_given_as_many_channels_as_its_header_says",
    ),
    Fault(
        "reason-of-a-death-swallowed",
        "addon/device/capture.py",
        'cat "/proc/self/fd/$2"; } >&2',
        "} >&2",
        "tests/device/test_capture.py::test_a_process_that_ends_inside_tells_what_was_caught",
    ),
    # What the strict device refuses.
    Fault(
        "one-texture-read-and-written",
        "addon/device/limits.py",
        "        if id(samplers[slot].native) in written:\n",
        "        if id(samplers[slot]) in written:\n",
        f"{NULL}::test_reading_and_writing_one_texture_in_a_dispatch_is_refused",
    ),
    Fault(
        "read-back-with-work-in-flight",
        "addon/device/null.py",
        "        self._in_flight = True\n",
        "        self._in_flight = False\n",
        f"{NULL}::test_a_read_back_with_work_in_flight_is_refused",
    ),
    Fault(
        "texels-that-nothing-wrote",
        "addon/device/null.py",
        "        self._texels[key] = (texture, texels if before >= whole else before + texels)\n",
        "        self._texels[key] = (texture, whole)\n",
        f"{NULL}::test_an_image_is_not_read_before_its_last_tile_is_written",
    ),
    Fault(
        "slow-gpu-taken-for-a-gpu",
        "addon/device/probe.py",
        "0.0 < measured.gpu_s * margin < measured.numpy_s",
        "0.0 < measured.gpu_s < measured.numpy_s * margin",
        "tests/device/test_probe_verdict.py::"
        "test_a_gpu_has_to_beat_numpy_by_the_margin_and_be_measured",
    ),
)
