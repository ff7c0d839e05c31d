/** A line icon from `icons.ts`. Screen readers ignore it, so it needs text or a label beside it. */
export function Icon({ path, className = '' }: { path: string; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
