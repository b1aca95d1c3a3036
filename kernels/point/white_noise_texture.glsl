/*---
summary = "Blender's White Noise Texture: random numbers from the bits of a coordinate."
source = "Jenkins' hash of the floats' bit patterns, so that two coordinates agree only where they are equal."
uses = ["hash"]
cost = 6.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
w = { type = "float", default = 0.0 }
[variants]
dimensions = { choices = ["d1", "d2", "d3", "d4"], default = "d3" }
[outputs]
value = { type = "float" }
color = { type = "vec3" }
---*/

void kln_white_noise_texture(Texel at, vec3 vector, float w, out float value, out vec3 color)
{
#if dimensions == d1
  color = kln_hash_vec3(w);
#elif dimensions == d2
  color = kln_hash_vec3(vector.xy);
#elif dimensions == d3
  color = kln_hash_vec3(vector);
#else
  color = kln_hash_vec3(vec4(vector, w));
#endif
  value = color.x;
}
