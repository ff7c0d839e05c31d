/** The text colour, dark or light, that is easier to read on a colour "#RRGGBB". */
export function readsOn(color: string): 'ink' | 'paper' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance both have the same contrast.
  return luminance > 0.18 ? 'ink' : 'paper';
}
