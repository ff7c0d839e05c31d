/** The text is for screen readers, and the turning ring is for the eye. */
export function Spinner({ children }: { children: string }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
