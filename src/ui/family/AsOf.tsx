import { Icon } from '../Icon.tsx';
import { clock } from '../icons.ts';

/** Tells the age of the saved data on the screen when it could not be refreshed. */
export function AsOf({ moment, why }: { moment: string; why: string | null }) {
  return (
    <p className="as-of" role="status">
      <Icon path={clock} />
      <span>
        As of {moment}. {why}
      </span>
    </p>
  );
}
