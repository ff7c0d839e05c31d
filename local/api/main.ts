import { runService } from '../service.ts';
import { readApiEnvironment } from './environment.ts';
import { prepareDatabase } from './prepare.ts';
import { startApi } from './start.ts';

await runService(async () => {
  const { options, demo, calendarNow } = readApiEnvironment(process.env);
  await prepareDatabase(options.databaseUrl, demo, calendarNow);
  return startApi(options);
});
