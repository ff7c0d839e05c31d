import { Icon } from '../Icon.tsx';
import { clock } from '../icons.ts';

/** Shows how old the saved data on the screen are if they could not be refreshed. */
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
