import { useState } from 'react';
import black from '#assets/mascot/team-black.svg?url';
import red from '#assets/mascot/team-red.svg?url';
import white from '#assets/mascot/team-white.svg?url';
import x from '#assets/mascot/team-x.svg?url';
import { messages } from './messages.ts';
import type { Team, TeamId } from './model.ts';
import { SelectedTag } from './SelectedTag.tsx';

const badges: Record<TeamId, string> = { white, red, black, x };

export function TeamStep({
  teams,
  chosen,
  onChoose,
}: {
  teams: readonly Team[];
  chosen: TeamId | null;
  onChoose: (id: TeamId) => void;
}) {
  return (
    <div className="booking-choices stack four" data-keep-clear>
      {teams.map((team) => (
        <button
          key={team.id}
          type="button"
          className="booking-choice booking-team"
          data-team={team.id}
          aria-pressed={team.id === chosen}
          onClick={() => onChoose(team.id)}
        >
          {team.id === chosen && <SelectedTag />}
          <Badge team={team.id} />
          <b className="choice-name">{team.name}</b>
          <span className="choice-facts">
            <b>{team.ageRange}</b> · {team.levelRange}
          </span>
          <span className="choice-text">{team.description}</span>
          {team.tabLabel && (
            <span className="team-tab" data-tab={team.id}>
              {team.tabLabel}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/**
 * The badge of a team. It is decorative, because the team's name is beside it. If the picture cannot be loaded, an
 * emoji and a label replace it (spec 2 §8).
 */
function Badge({ team }: { team: TeamId }) {
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <span className="badge-missing" aria-hidden="true">
        <b>🦦</b>
        {messages.imageUnavailable}
      </span>
    );
  return (
    <img
      // The picture may have failed before this island was hydrated, when no error handler existed yet.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(true);
      }}
      src={badges[team]}
      width="112"
      height="112"
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
