/*---
summary = "The Camera Data node: where a point is, as its camera has it. The direction to the camera itself is NaN."
source = "Cycles svm/camera.h (formula)."
cost = 0.3
[inputs]
position = { type = "vec3", default = [0.0, 0.0, 0.0] }
[outputs]
vector = { type = "vec3" }
depth = { type = "float" }
distance = { type = "float" }
---*/
void kln_camera_data(Texel at, vec3 position, out vec3 vector, out float depth, out float distance)
{
  distance = length(position);
  vector = position / distance;
  depth = position.z;
}
