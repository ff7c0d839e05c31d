import type { Plugin } from 'vite';

/** The order of the layers. Each style sheet names all of them, because any may be the first that a page loads. */
const order = '@layer theme, base, components, utilities;';

/**
 * Puts a component's styles into a layer, so that Tailwind utilities in the markup override them. Files in
 * `src/styles` name their layers themselves.
 */
export const layers = (): Plugin => ({
  name: 'layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(?:features|layouts|ui)\/[^?]+\.css(?:\?|$)/ },
    handler: (code) => ({ code: inLayer(code), map: null }),
  },
});

/**
 * Puts code into a layer. The plugin does not see an imported style sheet, so the `@import` rule names the sheet's
 * layer.
 */
export function inLayer(code: string): string {
  const imports: string[] = [];
  const rules = code.replaceAll(/^@import ('[^']+');$/gm, (_, address: string) => {
    imports.push(`@import ${address} layer(components);`);
    return '';
  });
  return [order, ...imports, `@layer components {\n${rules}\n}`].join('\n');
}
