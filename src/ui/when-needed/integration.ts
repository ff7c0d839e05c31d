import type { AstroIntegration } from 'astro';

/** Registers `client:when-needed` with Astro. */
export const whenNeededDirective = (): AstroIntegration => ({
  name: 'when-needed-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'when-needed', entrypoint: './src/ui/when-needed/directive.ts' }),
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates if the page was opened with a request (WhenNeeded.astro); "otherwise": only if it was not; "always": in
     * both cases.
     */
    'client:when-needed'?: boolean | 'otherwise' | 'always';
  }
}
