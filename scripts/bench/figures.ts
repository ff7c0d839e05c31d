/** Returns the value below which `percent` of the values lie: 50 for the median. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

export const median = (values: number[]): number => percentile(values, 50);

export interface Figure {
  name: string;
  value: number;
  unit: string;
  least?: number;
  most?: number;
  note?: string;
}

/** A target is also missed if nothing was measured (NaN). */
export const isMissed = ({ value, least = -Infinity, most = Infinity }: Figure): boolean =>
  (least !== -Infinity || most !== Infinity) && !(value >= least && value <= most);

export function print(figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const { name, value, unit, least, most, note = '' } = figure;
    const target =
      least !== undefined ? `at least ${least}` : most !== undefined ? `at most ${most}` : undefined;
    const verdict = target ? `${isMissed(figure) ? 'MISSED' : 'ok'}, ${target}` : '';
    const valueText = Number.isNaN(value)
      ? 'not measured'
      : `${value.toFixed(unit === '/s' ? 0 : 2)} ${unit}`;
    console.log(`  ${name.padEnd(width)}  ${valueText.padStart(12)}  ${verdict.padEnd(22)}${note}`.trimEnd());
  }
}
