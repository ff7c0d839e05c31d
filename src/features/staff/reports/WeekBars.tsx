import { scaleBand, scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'react';
import type { WeekChart } from './presentation.ts';
import { tickText, valueText, weekText } from './messages.ts';

const HEIGHT = 240;
const MARGIN = { top: 12, right: 4, bottom: 28, left: 58 };
/** The width in pixels that a date below a column needs. */
const LABEL_PX = 54;

/**
 * Shows a column for each week. Losses are drawn below the line. A screen reader reads the same numbers in the table.
 */
export function WeekBars({ chart, label }: { chart: WeekChart; label: string }) {
  const { weeks, series, unit } = chart;
  const [width, frame] = useWidth();
  const sums = (isPart: (value: number) => boolean) =>
    weeks.map((_, index) =>
      series.reduce(
        (total, { values }) => total + (isPart(values[index] ?? 0) ? (values[index] ?? 0) : 0),
        0,
      ),
    );
  const highest = unit === 'percent' ? 100 : Math.max(...sums((value) => value > 0), 0);
  const lowest = Math.min(...sums((value) => value < 0), 0);
  const y = scaleLinear()
    .domain([lowest, highest === 0 && lowest === 0 ? 1 : highest])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const x = scaleBand()
    .domain([...weeks])
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.22);
  const every = Math.max(1, Math.ceil(LABEL_PX / x.step()));
  return (
    <div ref={frame} className="report-chart">
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {y.ticks(4).map((tick) => (
          <g key={tick} className={tick === 0 ? 'zero' : ''}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text x={MARGIN.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {tickText(tick, unit)}
            </text>
          </g>
        ))}
        {weeks.map((week, at) => (
          <g key={week}>
            {stack(series.map(({ values }) => values[at] ?? 0)).map(({ from, to }, index) => (
              <rect
                key={series[index]?.name}
                className={`series-${index + 1}`}
                x={x(week)}
                width={x.bandwidth()}
                y={Math.min(y(from), y(to))}
                height={Math.abs(y(from) - y(to))}
              >
                <title>{`${weekText(week)}, ${series[index]?.name ?? ''}: ${valueText(to - from, unit)}`}</title>
              </rect>
            ))}
            {at % every === 0 && (
              <text x={(x(week) ?? 0) + x.bandwidth() / 2} y={HEIGHT - 8} textAnchor="middle">
                {weekText(week)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {series.length > 1 && (
        <ul className="report-legend">
          {series.map(({ name }, index) => (
            <li key={name}>
              <i className={`series-${index + 1}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Stacks positive values upwards from zero, and negative ones downwards. */
function stack(values: readonly number[]): { from: number; to: number }[] {
  let [up, down] = [0, 0];
  return values.map((value) => {
    const from = value < 0 ? down : up;
    if (value < 0) down += value;
    else up += value;
    return { from, to: from + value };
  });
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    // The width of the content excludes the padding.
    const sizes = new ResizeObserver(([entry]) =>
      setWidth(Math.max(240, Math.floor(entry?.contentRect.width ?? 0))),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [width, frame] as const;
}
