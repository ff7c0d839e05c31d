import { Fragment } from 'react';
import { coachPath } from './coach-path.ts';

interface Props {
  coaches: readonly string[];
  /** The text if there is no coach. */
  none: string;
}

/** Links each coach's name to that coach's week. It is for admins, because a coach can read only their own week. */
export const CoachLinks = ({ coaches, none }: Props) =>
  coaches.length === 0
    ? none
    : coaches.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <a href={coachPath(name)}>{name}</a>
        </Fragment>
      ));
