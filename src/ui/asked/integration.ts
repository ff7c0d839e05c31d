import type { AstroIntegration } from 'astro';

/** Registers `client:asked` with Astro. */
export const askedDirective = (): AstroIntegration => ({
  name: 'asked-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'asked', entrypoint: './src/ui/asked/directive.ts' }),
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates if the page was opened with a request; "false": if it was not; "always": in both cases (Asked.astro).
     */
    'client:asked'?: boolean | 'false' | 'always';
  }
}
