// npm run build: prepares what npm start needs, for an image or a machine on which it runs later.
import { buildConsole, buildGateway, buildServer, install } from './prepare.mjs';

install();
buildGateway();
buildConsole();
buildServer();
