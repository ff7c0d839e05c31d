import { type CSSProperties, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

// React's own server renderer is larger than everything else in a function. A mail needs no state, hooks or streams,
// because its components are functions from properties to elements. tests/rules/mails/markup.test.ts compares the two
// renderers.

/** A part of a mail, after its components were called. */
export type Markup = string | Tag;
export interface Tag {
  name: string;
  attributes: readonly (readonly [name: string, value: unknown])[];
  children: readonly Markup[];
  /** Ready HTML instead of children, for Outlook's comments. Plain text leaves it out. */
  html?: string;
}

type Component = (props: object, ref: null) => ReactNode;
type Props = Record<string, unknown> & {
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
};

/** Calls the components. Throws for everything that a mail does not have, such as state, context and promises. */
export function toMarkup(node: ReactNode): Markup[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (typeof node === 'string') return node === '' ? [] : [node];
  if (typeof node === 'number') return [String(node)];
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => toMarkup(one));
  if (!isValidElement<Props>(node)) throw new Error('A mail contains something that is not an element.');
  const { type, props } = node;
  if (type === Fragment) return toMarkup(props.children);
  if (typeof type === 'string') return [toTag(type, props)];
  return toMarkup(componentOf(type)(props, null));
}

/** Returns the function of a component. `forwardRef` wraps it in an object. */
function componentOf(type: ReactElement['type']): Component {
  const { render } = type as unknown as { render?: Component };
  return render ?? (type as Component);
}

function toTag(name: string, { children, dangerouslySetInnerHTML: inner, ...props }: Props): Tag {
  return {
    name,
    attributes: Object.entries(props).filter(([attribute]) => attribute !== 'ref' && attribute !== 'key'),
    children: toMarkup(children),
    ...(inner && { html: inner.__html }),
  };
}

const voidTags = new Set(['br', 'hr', 'img', 'link', 'meta']);

export function toHtml(parts: readonly Markup[]): string {
  return parts.map((part) => (typeof part === 'string' ? escape(part) : tagHtml(part))).join('');
}

function tagHtml({ name, attributes, children, html }: Tag): string {
  const open = `<${name}${attributes.map(([key, value]) => attributeHtml(key, value)).join('')}`;
  if (voidTags.has(name)) return `${open}/>`;
  return `${open}>${html ?? (name === 'style' ? rulesOf(children) : toHtml(children))}</${name}>`;
}

/** Returns the text of a `<style>` element. Its characters are not escaped, so the text must not end the element. */
function rulesOf(children: readonly Markup[]): string {
  const rules = children.map((child) => (typeof child === 'string' ? child : '')).join('');
  if (/<\/style/i.test(rules)) throw new Error('The style sheet of a mail ends too early.');
  return rules;
}

const names: Record<string, string> = { className: 'class', httpEquiv: 'http-equiv', htmlFor: 'for' };

function attributeHtml(key: string, value: unknown): string {
  if (key === 'style') {
    const css = cssOf(value as CSSProperties | undefined);
    return css && ` style="${escape(css)}"`;
  }
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText && !(typeof value === 'boolean' && /^(?:aria|data)-/.test(key))) return '';
  const text = String(value);
  // A link from a payload must not run as a script in a mail program's page.
  if (key === 'href' && !/^(?:https?:|mailto:|tel:)/i.test(text)) return '';
  return ` ${names[key] ?? key}="${escape(text)}"`;
}

/** The properties whose numbers are not pixels. */
const unitless = new Set(['fontWeight', 'lineHeight', 'opacity']);

function cssOf(style: CSSProperties = {}): string {
  return Object.entries(style as Record<string, string | number | null | undefined>)
    .flatMap(([property, value]) => {
      if (value === null || value === undefined || value === '') return [];
      const unit = typeof value === 'number' && value !== 0 && !unitless.has(property) ? 'px' : '';
      return [
        `${property.replace(/[A-Z]/g, '-$&').toLowerCase().replace(/^ms-/, '-ms-')}:${String(value).trim()}${unit}`,
      ];
    })
    .join(';');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
