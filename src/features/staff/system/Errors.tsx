import type { ErrorGroup } from '#contract/management-system.ts';
import { errorMessages } from './messages.ts';

/**
 * Shows the errors of the last day by cause. For each cause, it shows their number, severity, page and first release.
 */
export function Errors({ errors }: { errors: readonly ErrorGroup[] }) {
  return (
    <section className="sheet" aria-labelledby="errors">
      <header>
        <h2 id="errors">{errorMessages.title}</h2>
        {errors.length > 0 && <span className="tag numbers">{errors.length}</span>}
      </header>
      {errors.length === 0 && <p className="quiet">{errorMessages.none}</p>}
      <ul>
        {errors.map((error) => (
          <li key={error.cause} className="system-error stack gap-1 text-sm">
            <p>
              <b className="numbers">{error.count} ×</b> <code>{error.message}</code>
            </p>
            <p className="tags">
              <span
                className={error.severity === 'critical' || error.severity === 'high' ? 'tag bad' : 'tag'}
              >
                {errorMessages.severities[error.severity]}
              </span>
              <span className="tag">{errorMessages.types[error.error_type] ?? error.error_type}</span>
              {error.blank_screens > 0 && (
                <span className="tag bad">{errorMessages.blank(error.blank_screens)}</span>
              )}
              {error.fixed > 0 && <span className="tag good">{errorMessages.fixed(error.fixed)}</span>}
            </p>
            <p className="quiet numbers">{errorMessages.span(error)}</p>
            {error.pages !== null && <p className="quiet">{errorMessages.pages(error.pages)}</p>}
            {error.releases !== null && <p className="quiet">{errorMessages.releases(error.releases)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
