import type { AstroIntegration } from 'astro';

/** Teaches Astro `client:asked`. */
export const askedDirective = (): AstroIntegration => ({
  name: 'asked-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'asked', entrypoint: './src/ui/asked/directive.ts' }),
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    /** Where the page was asked for something; "false": where it was not; "always": both (Asked.astro). */
    'client:asked'?: boolean | 'false' | 'always';
  }
}
