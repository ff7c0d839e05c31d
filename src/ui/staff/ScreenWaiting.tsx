import { Spinner } from '../Spinner.tsx';

interface Props {
  title: string;
  label?: string;
  className: string;
  bars: readonly string[];
}

/** A staff screen that is loading: a spinner with its text (spec 1 §2) between grey bars. */
export const ScreenWaiting = ({ title, label, className, bars }: Props) => (
  <div>
    <h1 className="sr-only" role={label === undefined ? 'status' : undefined}>
      {title}
    </h1>
    {label !== undefined && <Spinner centered>{label}</Spinner>}
    <div className={className} aria-hidden="true">
      {bars.map((bar, index) => (
        <span key={index} className={`skeleton ${bar}`} />
      ))}
    </div>
  </div>
);
