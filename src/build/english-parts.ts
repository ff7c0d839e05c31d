import { Parser } from 'htmlparser2';

/** Elements that contain no language, such as code and drawings, and islands, which React draws again. */
const skipped = new Set(['head', 'script', 'style', 'template', 'svg', 'astro-island']);
const chinese = /\p{Script=Han}/u;
const word = /\p{Script=Latin}{2,}/gu;

/**
 * Returns whether a text is English and needs a mark. A single word, or several that all begin with a capital, are a
 * name, which needs none.
 */
function isEnglish(text: string): boolean {
  const words = text.match(word) ?? [];
  return words.length > 1 && !chinese.test(text) && words.some((one) => /^\p{Ll}/u.test(one));
}

interface Part {
  /** The offset after the tag's name, where an attribute can be added. */
  at: number;
  /** The text between the part's own tags, without the text of its children, and its Chinese label. */
  own: string;
  /** The whole text of the part. */
  text: string;
  children: Part[];
  hasLanguage: boolean;
}

/**
 * Marks English parts of a Chinese page with `lang="en"`, for example a text that nobody has translated yet. A screen
 * reader then pronounces them as English (WCAG 3.1.2). Only elements that contain no Chinese are marked, and of these
 * only the outermost.
 */
export function markEnglish(html: string): string {
  const marks: { at: number; language: string }[] = [];
  for (const part of partsOf(html).children) mark(part, (at, language) => marks.push({ at, language }));
  let marked = '';
  let from = 0;
  for (const { at, language } of marks.toSorted((a, b) => a.at - b.at)) {
    marked += `${html.slice(from, at)} lang="${language}"`;
    from = at;
  }
  return marked + html.slice(from);
}

function mark(part: Part, add: (at: number, language: string) => void): void {
  if (part.hasLanguage) return;
  if (isEnglish(part.text)) add(part.at, 'en');
  else if (isEnglish(part.own)) {
    add(part.at, 'en');
    for (const child of part.children)
      if (!child.hasLanguage && chinese.test(child.text)) add(child.at, 'zh-Hans');
  } else for (const child of part.children) mark(child, add);
}

function partsOf(html: string): Part {
  const root: Part = { at: 0, own: '', text: '', children: [], hasLanguage: false };
  const open: { name: string; part: Part }[] = [{ name: '', part: root }];
  let skippedDepth = 0;
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const { 'aria-label': label = '', alt = '' } = attributes;
        const part: Part = {
          at: parser.startIndex + 1 + name.length,
          own: chinese.test(label) ? label : name === 'img' ? alt : '',
          text: '',
          children: [],
          hasLanguage: 'lang' in attributes,
        };
        if (skipped.has(name)) skippedDepth++;
        else if (skippedDepth === 0 && name !== 'html' && name !== 'body')
          open.at(-1)?.part.children.push(part);
        open.push({ name, part: name === 'html' || name === 'body' ? root : part });
      },
      ontext(text) {
        if (skippedDepth > 0) return;
        const last = open.at(-1);
        if (last) last.part.own += text;
      },
      onclosetag(name) {
        const closed = open.pop();
        if (skipped.has(name)) skippedDepth--;
        if (!closed || closed.part === root) return;
        const { part } = closed;
        const rest = part.children.map(({ text, hasLanguage }) => (hasLanguage ? '' : text));
        part.text = [part.own, ...rest].join(' ');
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return root;
}
