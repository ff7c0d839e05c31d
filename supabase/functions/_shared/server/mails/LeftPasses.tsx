import { Text } from '@react-email/components';
import { type BookedClasses, leftWords } from './pass-shapes.ts';
import { style } from './theme.ts';

/** How many credits each pass has left, and until when. */
export function LeftPasses({ passes }: Pick<BookedClasses, 'passes'>) {
  return passes.map((pass, index) => (
    <Text key={index} style={style.choice}>
      {leftWords(pass)}
    </Text>
  ));
}
