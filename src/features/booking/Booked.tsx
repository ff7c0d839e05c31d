import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session, followSession, refreshSession } from '../../lib/session.ts';
import { fetchCredits } from './api.ts';
import { bookedWords } from './messages.ts';
import { bookedOf, SESSIONS_ON_TRAIL } from './model.ts';

/** The bar at the foot for who is signed in (spec 2 §2): how many of six sessions are booked. */
export function Booked() {
  const session = useStore($session, { ssr: 'initial' });
  const [known, setKnown] = useState<{ token: string; booked: number | null } | null>(null);
  const token = session.state === 'signed_in' ? session.token : null;
  const userId = session.state === 'signed_in' ? session.userId : null;

  useEffect(() => {
    if ($session.get().state === 'unknown') refreshSession();
    return followSession();
  }, []);
  useEffect(() => {
    if (token === null || userId === null) return;
    // Signed out or renewed meanwhile: an answer to the old token is nobody's.
    let wanted = true;
    void fetchCredits(userId, token).then((credits) => {
      if (wanted) setKnown({ token, booked: credits === null ? null : bookedOf(credits) });
    });
    return () => {
      wanted = false;
    };
  }, [token, userId]);

  const booked = known?.token === token ? known.booked : null;
  if (booked === null) return null;
  return (
    <div className="booked">
      <p>{bookedWords(booked)}</p>
      <progress value={booked} max={SESSIONS_ON_TRAIL} aria-hidden="true" />
    </div>
  );
}
