interface Props {
  title: string;
  /** Absent where the title itself says that it loads, as no other is known yet. */
  label?: string;
  /** The box of the bars, whose styles say how large each is. */
  className: string;
  bars: readonly string[];
}

/** A staff screen while it is read: words for who listens, bars for who looks. */
export const ScreenWaiting = ({ title, label, className, bars }: Props) => (
  <div>
    <h1 className="sr-only" role={label === undefined ? 'status' : undefined}>
      {title}
    </h1>
    {label !== undefined && (
      <p className="sr-only" role="status">
        {label}
      </p>
    )}
    <div className={className} aria-hidden="true">
      {bars.map((bar, at) => (
        <span key={at} className={`skeleton ${bar}`} />
      ))}
    </div>
  </div>
);
