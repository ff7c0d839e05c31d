import type { AstroIntegration } from 'astro';

export const whenNeededDirective = (): AstroIntegration => ({
  name: 'when-needed-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'when-needed', entrypoint: './src/ui/when-needed/directive.ts' }),
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    /** "otherwise" loads the island only if the page was opened without a request (WhenNeeded.astro). */
    'client:when-needed'?: boolean | 'otherwise' | 'always';
  }
}
