/**
 * Writes values into a text of content: `fill('from {price}', { price: 'S$38' })`. A word in brackets that is none of
 * the values stays, for whoever fills it in later.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
