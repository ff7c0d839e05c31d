export function Spinner({ children, centered = false }: { children: string; centered?: boolean }) {
  return (
    <p className={centered ? 'loading centered' : 'loading'} role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
