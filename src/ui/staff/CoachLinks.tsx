import { Fragment } from 'react';
import { coachPath } from './coach-path.ts';

interface Props {
  coaches: readonly string[];
  /** The text without any coach. */
  none: string;
}

/** Each coach's name leads to that coach's week. For admins, because a coach reads only the own week. */
export const CoachLinks = ({ coaches, none }: Props) =>
  coaches.length === 0
    ? none
    : coaches.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <a href={coachPath(name)}>{name}</a>
        </Fragment>
      ));
