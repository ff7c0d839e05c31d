import { Heading, Section, Text } from '@react-email/components';
import { formatDate } from './format.ts';
import { Frame } from './Frame.tsx';
import type { CampPhotosMail } from './family-mails.ts';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Says that there are new photos of a camp day. It contains no picture, because others may read a mailbox. */
export function CampPhotosReady({
  mail,
  urlOf,
}: {
  mail: CampPhotosMail;
  urlOf: (childId: string) => string;
}) {
  const { days } = mail;
  const names = new Map(
    days.map(({ child_id, child_name }) => [child_id, plainName(child_name) ?? say`your child`]),
  );
  return (
    <Frame preview={say`Only families whose child is in a photo can see it. We delete photos after 30 days.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`New photos from camp.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(mail.parent_name)} our coaches have sent you photos.`}
        </Text>
        {days.map(({ child_id, title, location, day, photos }) => (
          <Text key={`${child_id} ${day} ${title}`} style={style.fact}>
            {`${names.get(child_id)}: ${photoCount(photos)}, ${title}, ${location}, ${formatDate(day)}`}
          </Text>
        ))}
        {[...names].map(([id, name]) => (
          <ManageButton key={id} url={urlOf(id)}>{say`See photos of ${name}`}</ManageButton>
        ))}
        <Text style={style.small}>
          {say`Sign in to look at them, download them or delete them. Only families whose child is in a photo can see it, and we delete it after 30 days.`}
        </Text>
      </Section>
    </Frame>
  );
}

const photoCount = (count: number): string => (count === 1 ? say`1 photo` : say`${count} photos`);
