import { Heading, Section } from '@react-email/components';
import type { Travel } from '../../contract/camp-day.ts';
import type { Bring } from './order.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

const atTheBase = () => say`Come ten minutes early on the first morning to meet the coaches.`;
const atTheDoor = () => say`Please be ready at your door on the first morning. A coach rides in the van.`;
const campLines = () => [
  say`Is there anything we should know about your child, or is somebody else collecting them? Reply to this e-mail.`,
];

const classLines = () => [
  say`Come ten minutes early to find a helmet that fits.`,
  say`If it rains, we will write to you before you leave home.`,
];

/** What to bring, from the packing list in the content. */
export function BeforeYouCome({
  bring,
  camp = false,
  comes = true,
  rides = false,
}: Partial<Travel> & { bring: Bring; camp?: boolean }) {
  const first = [comes && atTheBase(), rides && atTheDoor()].filter((line) => line !== false);
  return (
    <Section className="card" style={style.card}>
      <List heading={say`Before you come`} lines={camp ? [...first, ...campLines()] : classLines()} />
      <List heading={say`What to bring`} lines={camp ? bring.camps : bring.classes} below />
    </Section>
  );
}

function List({
  heading,
  lines,
  below = false,
}: {
  heading: string;
  lines: readonly string[];
  below?: boolean;
}) {
  if (lines.length === 0) return null;
  return (
    <>
      <Heading as="h2" style={below ? { ...style.subheading, marginTop: 16 } : style.subheading}>
        {heading}
      </Heading>
      <ul style={style.list}>
        {lines.map((line) => (
          <li key={line} style={style.item}>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
