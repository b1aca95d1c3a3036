/*---
summary = "The Blackbody node: the colour of a temperature in kelvins."
source = "Cycles svm/math_util.h and tables.h: rational fits in Rec.709 over seven ranges."
[inputs]
temperature = { type = "float", default = 6500.0 }
[params]
rec709_to_r = { type = "vec3", default = [1.0, 0.0, 0.0] }
rec709_to_g = { type = "vec3", default = [0.0, 1.0, 0.0] }
rec709_to_b = { type = "vec3", default = [0.0, 0.0, 1.0] }
[outputs]
color = { type = "vec3" }
---*/
void kln_blackbody(Texel at, float temperature, vec3 rec709_to_r, vec3 rec709_to_g, vec3 rec709_to_b,
                   out vec3 color)
{
  /* Red and green are a / t + b t + c; blue is a cubic. Coefficients by range, from 800 K up. */
  const vec3 red[7] = vec3[7](vec3(1.61919106e3, -2.05010916e-3, 5.02995757),
                              vec3(2.48845471e3, -1.11330907e-3, 3.22621544),
                              vec3(3.34143193e3, -4.86551192e-4, 1.76486769),
                              vec3(4.09461742e3, -1.27446582e-4, 7.25731635e-1),
                              vec3(4.67028036e3, 2.91258199e-5, 1.26703442e-1),
                              vec3(4.59509185e3, 2.87495649e-5, 1.50345020e-1),
                              vec3(3.78717450e3, 9.35907826e-6, 3.99075871e-1));
  const vec3 green[7] = vec3[7](vec3(-4.88999748e2, 6.04330754e-4, -7.55807526e-2),
                                vec3(-7.55994277e2, 3.16730098e-4, 4.78306139e-1),
                                vec3(-1.02363977e3, 1.20223470e-4, 9.36662319e-1),
                                vec3(-1.26571316e3, 4.87340896e-6, 1.27054498),
                                vec3(-1.42529332e3, -4.01150431e-5, 1.43972784),
                                vec3(-1.17554822e3, -2.16378048e-5, 1.30408023),
                                vec3(-5.00799571e2, -4.59832026e-6, 1.09098763));
  const vec4 blue[7] = vec4[7](vec4(5.96945309e-11, -4.85742887e-8, -9.70622247e-5, -4.07936148e-3),
                               vec4(2.40430366e-11, 5.55021075e-8, -1.98503712e-4, 2.89312858e-2),
                               vec4(-1.40949732e-11, 1.89878968e-7, -3.56632824e-4, 9.10767778e-2),
                               vec4(-3.61460868e-11, 2.84822009e-7, -4.93211319e-4, 1.56723440e-1),
                               vec4(-1.97075738e-11, 1.75359352e-7, -2.50542825e-4, -2.22783266e-2),
                               vec4(-1.61997957e-13, -1.64216008e-8, 3.86216271e-4, -7.38077418e-1),
                               vec4(6.72650283e-13, -2.73078809e-8, 4.24098264e-4, -7.52335691e-1));
  float t = temperature;
  int i = int(t >= 965.0) + int(t >= 1167.0) + int(t >= 1449.0) + int(t >= 1902.0) + int(t >= 3315.0) +
          int(t >= 6365.0);
  vec3 rec709 = vec3(red[i].x / t + red[i].y * t + red[i].z, green[i].x / t + green[i].y * t + green[i].z,
                     ((blue[i].x * t + blue[i].y) * t + blue[i].z) * t + blue[i].w);
  rec709 = t >= 12000.0 ? vec3(0.826295481, 0.994508050, 1.566307710) : rec709;
  rec709 = t < 800.0 ? vec3(5.413294490, -0.203193900, -0.082253524) : rec709;
  color = max(vec3(dot(rec709_to_r, rec709), dot(rec709_to_g, rec709), dot(rec709_to_b, rec709)), 0.0);
}
