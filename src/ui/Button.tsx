import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

interface Look {
  /** The look of the button. By default it is orange and leads to the next step. Only staff screens use `harm`. */
  kind?: 'solid' | 'line' | 'harm';
  small?: boolean;
  wide?: boolean;
}

const classesOf = ({ kind, small, wide }: Look) =>
  ['button', kind, small && 'small', wide && 'wide'].filter(Boolean).join(' ');

export function Button({
  kind,
  small,
  wide,
  busy,
  children,
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      className={classesOf({ kind, small, wide } as Look)}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

export function ButtonLink({
  kind,
  small,
  wide,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classesOf({ kind, small, wide } as Look)}>
      {children}
    </a>
  );
}
