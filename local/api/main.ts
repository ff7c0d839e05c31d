import { runPart } from '../part.ts';
import { readApiEnvironment } from './environment.ts';
import { prepareDatabase } from './prepare.ts';
import { startApi } from './start.ts';

await runPart(async () => {
  const { options, demo, calendarNow } = readApiEnvironment(process.env);
  await prepareDatabase(options.databaseUrl, demo, calendarNow);
  return startApi(options);
});
