/*---
summary = "A vector or colour that another number chooses, where it is an index or above 0; else the other one. The Switch and Index Switch nodes."
source = "Blender's Switch and Index Switch (measured): a truth is above 0, an index is whole."
[inputs]
choice = { type = "float", default = 0.0 }
chosen = { type = "vec3", default = [0.0, 0.0, 0.0] }
other = { type = "vec3", default = [0.0, 0.0, 0.0] }
[params]
index = { type = "float", default = 0.0 }
[variants]
by = { default = "truth", choices = ["truth", "index"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_choose_vector(Texel at, float choice, vec3 chosen, vec3 other, float index, out vec3 result)
{
#if by == truth
  result = choice > 0.0 ? chosen : other;
#else
  result = choice == index ? chosen : other;
#endif
}
