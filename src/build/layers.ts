import type { Plugin } from 'vite';

/** Each file names all layers, because any of them may be the first that a page loads. */
const order = '@layer theme, base, components, utilities;';

/** A utility in the markup wins over this layer. Files in `src/styles` say their layers themselves. */
export const layers = (): Plugin => ({
  name: 'layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(?:features|layouts|ui)\/[^?]+\.css(?:\?|$)/ },
    handler: (code) => ({ code: inLayer(code), map: null }),
  },
});

/** An imported style sheet is read without the plugin, so its layer is named where it is imported. */
export function inLayer(code: string): string {
  const imports: string[] = [];
  const rules = code.replaceAll(/^@import ('[^']+');$/gm, (_, address: string) => {
    imports.push(`@import ${address} layer(components);`);
    return '';
  });
  return [order, ...imports, `@layer components {\n${rules}\n}`].join('\n');
}
