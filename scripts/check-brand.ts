// Only the brand module may contain the product name, apart from file names of drawings.
import { pathToFileURL } from 'node:url';
import { brand } from '#contract/brand.ts';
import { lineOf, report, type Source, sources, withoutComments } from './sources.ts';

const home = 'supabase/functions/_shared/contract/brand.ts';
const drawing = /['"][^'"\n]*\.(?:svg|png|webp)(?:\?[a-z]+)?['"]/g;

export function findBrand({ file, text }: Source, slug: string = brand.slug): string[] {
  if (file === home) return [];
  const code = withoutComments(text).replace(drawing, (path) => ' '.repeat(path.length));
  return [...code.matchAll(new RegExp(slug, 'gi'))].map(
    (match) =>
      `${file}:${lineOf(code, match.index)}: the product word is spelled here; take it from the brand module`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report(
    'brand',
    sources(['src', 'supabase/functions', 'studio'], /\.(ts|tsx|astro|mjs|css)$/).flatMap((source) =>
      findBrand(source),
    ),
  );
