import type { Plugin } from 'vite';

/** Each style sheet names all layers, because any of them may be the first that a page loads. */
const order = '@layer theme, base, components, utilities;';

/**
 * Puts a component's styles into a layer that Tailwind utilities in the markup override. Files in `src/styles` name
 * their layers themselves.
 */
export const layers = (): Plugin => ({
  name: 'layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(?:features|layouts|ui)\/[^?]+\.css(?:\?|$)/ },
    handler: (code) => ({ code: inLayer(code), map: null }),
  },
});

/** The plugin does not see an imported style sheet, so the `@import` rule names its layer. */
export function inLayer(code: string): string {
  const imports: string[] = [];
  const rules = code.replaceAll(/^@import ('[^']+');$/gm, (_, address: string) => {
    imports.push(`@import ${address} layer(components);`);
    return '';
  });
  return [order, ...imports, `@layer components {\n${rules}\n}`].join('\n');
}
