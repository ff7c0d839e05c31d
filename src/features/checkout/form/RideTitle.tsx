import { formatMoney } from '#domain/money.ts';

/** The name of a ride with its price, unless each camp has its own. */
export const RideTitle = ({ title, cents }: { title: string; cents: number | null }) => (
  <>
    <span>{title}</span> {cents !== null && <span>{cents === 0 ? 'Included' : formatMoney(cents)}</span>}
  </>
);
