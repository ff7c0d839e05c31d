import { Icon } from '../Icon.tsx';
import { clock } from '../icons.ts';

/** How old is what the screen shows, where it could not be read anew. */
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
