import * as v from 'valibot';
import type { RichPart, RichText, Span } from '#domain/rich-text.ts';
import { optionalPicture, type PictureField } from '../pictures/picture.ts';
import type { DocumentRef, Report } from '../problem.ts';
import { withFacts, withSlug, type Facts } from './facts.ts';

const Mark = v.object({ _key: v.string(), href: v.optional(v.string(), '') });
const Block = v.object({
  _type: v.literal('block'),
  style: v.optional(v.string()),
  listItem: v.optional(v.string()),
  markDefs: v.nullish(v.array(Mark), []),
  children: v.nullish(
    v.array(v.object({ text: v.optional(v.string(), ''), marks: v.nullish(v.array(v.string()), []) })),
    [],
  ),
});
type Block = v.InferOutput<typeof Block>;

interface Options {
  document: DocumentRef;
  facts: Facts;
  report: Report;
}

/**
 * Converts Portable Text for pages. List items that follow each other become one list, and empty paragraphs are left
 * out.
 */
export async function buildRichText(value: unknown, options: Options): Promise<RichText> {
  const parts: RichText = [];
  for (const entry of Array.isArray(value) ? (value as unknown[]) : []) {
    const block = v.safeParse(Block, entry);
    if (block.success) addBlock(parts, block.output, options.facts);
    else {
      const picture = await optionalPicture(entry as PictureField | null, options.document, options);
      if (picture) parts.push({ kind: 'picture', picture });
    }
  }
  return parts;
}

function addBlock(parts: RichText, block: Block, facts: Facts): void {
  const spans = spansOf(block, facts);
  if (spans.every(({ text }) => text.trim() === '')) return;
  if (block.listItem === undefined) {
    parts.push({ kind: kinds[block.style ?? ''] ?? 'paragraph', spans });
    return;
  }
  const isOrdered = block.listItem === 'number';
  const last = parts.at(-1);
  if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(spans);
  else parts.push({ kind: 'list', isOrdered, items: [spans] });
}

const kinds: Readonly<Record<string, Exclude<RichPart['kind'], 'list' | 'picture'>>> = {
  h3: 'heading',
  blockquote: 'quotation',
};

function spansOf({ children, markDefs }: Block, facts: Facts): Span[] {
  return children.map(({ text, marks }) => {
    const href = markDefs.find(({ _key }) => marks.includes(_key))?.href ?? '';
    return {
      text: withFacts(text, facts),
      isStrong: marks.includes('strong'),
      isEmphasised: marks.includes('em'),
      href: isSafe(href) ? withSlug(href) : null,
    };
  });
}

/** Returns whether a link is safe. Studio checks links, but a program with the write token could store any scheme. */
export const isSafe = (href: string) => /^(?:\/(?!\/)|#|https:\/\/|mailto:|tel:)/.test(href);
