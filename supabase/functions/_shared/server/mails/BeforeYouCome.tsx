import { Heading, Section } from '@react-email/components';
import type { Travel } from '../../contract/camp-day.ts';
import { style } from './theme.ts';

const atTheBase = 'Come ten minutes early on the first morning, to meet the coaches.';
const atTheDoor = 'Be ready at your door on the first morning: a coach rides along in the van.';
const campLines = [
  'Bring closed shoes with flat soles, two bottles of water, sunscreen, a cap, a spare shirt and a snack without nuts. Board, helmet and pads are ours.',
  'Something we should know about your child, or somebody else who picks up? Answer this mail.',
];

const lines = [
  'Come ten minutes early, to find a helmet that fits.',
  'Bring closed shoes, a bottle of water, sunscreen and a cap. Board, helmet and pads are ours.',
  'If it rains, we write to you before you leave home.',
];

/** What a parent looks up on the morning of the class, or of a camp's first day. */
export function BeforeYouCome({
  camp = false,
  comes = true,
  rides = false,
}: Partial<Travel> & { camp?: boolean }) {
  const first = [comes && atTheBase, rides && atTheDoor].filter((line) => line !== false);
  return (
    <Section className="card" style={style.card}>
      <Heading as="h2" style={style.subheading}>
        Before you come
      </Heading>
      <ul style={style.list}>
        {(camp ? [...first, ...campLines] : lines).map((line) => (
          <li key={line} style={style.item}>
            {line}
          </li>
        ))}
      </ul>
    </Section>
  );
}
