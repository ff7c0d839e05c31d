import { Heading, Section } from '@react-email/components';
import { style } from './theme.ts';

const campLines = [
  'Come ten minutes early on the first morning, to meet the coaches.',
  'Bring closed shoes, a bottle of water, sunscreen, a cap and a set of dry clothes, in a small bag. Boards, helmets and ropes are ours.',
  'Something we should know about your child, or somebody else who picks up? Answer this mail.',
];

const lines = [
  'Come ten minutes early, to find a helmet that fits.',
  'Bring closed shoes, a bottle of water, sunscreen and a cap. Board, helmet and pads are ours.',
  'If it rains, we write to you before you leave home.',
];

/** What a parent looks up on the morning of the class, or of a camp's first day. */
export function BeforeYouCome({ camp = false }: { camp?: boolean }) {
  return (
    <Section style={style.card}>
      <Heading as="h2" style={style.subheading}>
        Before you come
      </Heading>
      <ul style={style.list}>
        {(camp ? campLines : lines).map((line) => (
          <li key={line} style={style.item}>
            {line}
          </li>
        ))}
      </ul>
    </Section>
  );
}
