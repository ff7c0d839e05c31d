const isColor = (color: string) => /^#[0-9a-f]{6}$/i.test(color);

/** The relative luminance of a colour such as "#1a2b3c", from 0 to 1 (WCAG 2.2). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns whether small text in one colour can be read on the other: at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
export function isReadable(text: string, background: string): boolean {
  if (!isColor(text) || !isColor(background)) return false;
  const [low = 0, high = 0] = [luminance(text), luminance(background)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05) >= 4.5;
}
