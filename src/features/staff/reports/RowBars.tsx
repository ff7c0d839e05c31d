import { scaleLinear } from 'd3-scale';
import type { RowChart } from './presentation.ts';
import { valueText } from './messages.ts';

/** Shows a bar for each row. The number is beside the bar as text, so the bar is only decoration. */
export function RowBars({ chart: { rows, unit, whole } }: { chart: RowChart }) {
  const width = scaleLinear()
    .domain([0, whole ?? Math.max(...rows.map(({ value }) => value), 1)])
    .range([0, 100])
    .clamp(true);
  return (
    <ul className="report-rows">
      {rows.map(({ name, value, note }) => (
        <li key={name}>
          <span>{name}</span>
          <b className="numbers">{valueText(value, unit)}</b>
          <svg width="100%" height="14" aria-hidden="true">
            <rect className="ground" width="100%" height="14" rx="4" />
            <rect className="series-1" width={`${width(value)}%`} height="14" rx="4" />
          </svg>
          {note !== undefined && <small className="quiet">{note}</small>}
        </li>
      ))}
    </ul>
  );
}
