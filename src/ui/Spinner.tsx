/** The text is for screen readers, and the turning ring is for the eye. */
export function Spinner({ children, centered = false }: { children: string; centered?: boolean }) {
  return (
    <p className={centered ? 'loading centered' : 'loading'} role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
