import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { activityRoutes } from "./activity/routes.ts";
import { apiTokenRoutes } from "./apiTokens/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { knownDevices } from "./auth/knownDevice.ts";
import { createLoginThrottle } from "./auth/loginThrottle.ts";
import { plainAddress } from "./auth/networks.ts";
import { optionsInPage, optionsRoute } from "./auth/optionsRoute.ts";
import { cachedRegistrationMode } from "./auth/registration.ts";
import { sessionRoutes } from "./auth/sessionRoutes.ts";
import { signInRoutes } from "./auth/signInRoutes.ts";
import { backupRoutes } from "./backups/routes.ts";
import { backUpOnSchedule } from "./backups/schedule.ts";
import { boardRoutes } from "./board/routes.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { countSkipped } from "./changes/skipped.ts";
import { commentChangeRoutes } from "./comments/changeRoutes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import type { Deps } from "./deps.ts";
import { eventRoutes } from "./events/routes.ts";
import { exportRoutes } from "./export/routes.ts";
import { fileRoutes } from "./files/routes.ts";
import { limitArrival } from "./http/arrivingBodies.ts";
import { requireBasePath, rewriteBelow } from "./http/basePath.ts";
import { acceptJsonOnly, BODY_LIMIT } from "./http/bodies.ts";
import { handleClientError } from "./http/clientErrors.ts";
import { limitConcurrency } from "./http/concurrencyLimit.ts";
import { handleErrors, handleMalformedUrl } from "./http/errorHandler.ts";
import { addSecurityHeaders } from "./http/headers.ts";
import { healthRoute } from "./http/health.ts";
import { checkHost } from "./http/hostCheck.ts";
import { joinRepeats } from "./http/idempotency.ts";
import { serveApp } from "./http/indexHtml.ts";
import { needsAddress, pathOf, requestIdOf } from "./http/log.ts";
import { drainOnClose } from "./http/shutdown.ts";
import { limitConnections } from "./http/stalledConnections.ts";
import { applyRules } from "./http/validation.ts";
import { importRoutes } from "./imports/routes.ts";
import { inboxRoutes } from "./inbox/routes.ts";
import { runHourly } from "./intervals.ts";
import { JOB_KINDS } from "./jobKinds.ts";
import { createRunner } from "./jobs/runner.ts";
import { purgeLabels } from "./labels/labelRows.ts";
import { labelRoutes } from "./labels/routes.ts";
import { linkRoutes } from "./links/routes.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { oidcRoutes } from "./oidc/routes.ts";
import { openapiRoute } from "./openapi/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { deleteOld, RETENTION } from "./retention.ts";
import { taskRunRoutes } from "./runs/taskRoutes.ts";
import { userRunRoutes } from "./runs/userRoutes.ts";
import { createLongReads } from "./search/longReads.ts";
import { enforceAccess } from "./sessions/access.ts";
import { requestSecrets } from "./sessions/requestSecrets.ts";
import { createSigners } from "./sessions/signing.ts";
import { createTokens } from "./sessions/tokens.ts";
import { setupRoutes } from "./setup/routes.ts";
import { taskChangeRoutes } from "./tasks/changeRoutes.ts";
import { purgeDeletedTasks } from "./tasks/deletedTasks.ts";
import { historyRoutes } from "./tasks/historyRoutes.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { teamRoutes } from "./teams/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { viewRoutes } from "./views/routes.ts";
import { purgeViews } from "./views/viewRows.ts";
import { deliveryRoutes } from "./webhooks/deliveryRoutes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { runSender } from "./webhooks/sender.ts";

export interface AppOptions {
  /** Options of pino. Default: no log. */
  logger?: FastifyServerOptions["logger"];
  /** The folder of the built app. Without a build the server serves the API only. */
  distDir?: string;
  metrics?: Metrics | undefined;
}

/** Logs one line per request. */
function logResponses(app: FastifyInstance): void {
  app.addHook("onResponse", (request, { statusCode, elapsedTime }, done) => {
    const { log, method, url, caller } = request;
    const ms = Math.round(elapsedTime);
    const ip = needsAddress(request, statusCode) ? plainAddress(request.ip) : undefined;
    log.info({
      method,
      path: pathOf(url),
      statusCode,
      ms,
      ip,
      user: caller?.user.id,
      token: caller?.token?.id,
    });
    done();
  });
}

/** Logs and counts the changes that live updates skip. Webhooks report to the returned function. */
function reportSkipped(app: FastifyInstance, { events }: Deps, { metrics }: AppOptions) {
  const { report, count } = countSkipped(app.log);
  events.reportTo(report);
  metrics?.watchSkipped(count);
  return report;
}

function createInstance({ trustProxy, basePath }: Deps["config"], { logger }: AppOptions) {
  return Fastify({
    logger: logger ?? false,
    // `logResponses` logs one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : trustProxy,
    ...rewriteBelow(basePath),
    // Until its connections have ended, a server that closes serves their requests.
    return503OnClosing: false,
    frameworkErrors: handleMalformedUrl,
    clientErrorHandler: handleClientError,
  });
}

/** Builds the server, which does not listen yet. The database must be migrated. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { basePath } = deps.config;
  const app: FastifyInstance = createInstance(deps.config, options);
  const isClosing = drainOnClose(app);
  logResponses(app);
  options.metrics?.watchRequests(app);

  limitConnections(app);
  limitArrival(app.server);
  acceptJsonOnly(app);
  handleErrors(app);
  await addSecurityHeaders(app, deps.config);
  checkHost(app, deps.config);
  requireBasePath(app, basePath);
  const tokens = await createTokens(deps);
  enforceAccess(app, deps, tokens);
  const countRequests = limitConcurrency(app);
  const signers = await createSigners(deps.db);
  joinRepeats(app, signers("bodies of requests").hmac);
  applyRules(app);

  await healthRoute(app, deps, isClosing);
  const throttle = await createLoginThrottle(deps);
  const devices = knownDevices(signers("known device"), basePath);
  optionsRoute(app, deps);
  const signIn = signInRoutes(app, deps, tokens, throttle, devices);
  sessionRoutes(app, deps, tokens, devices);
  oidcRoutes(app, deps, tokens, throttle, devices);
  const runner = createRunner(app, deps, JOB_KINDS, countRequests);
  const readDeps = { ...deps, runLongRead: createLongReads(deps) };
  userRoutes(app, readDeps);
  userRunRoutes(app, deps, runner);
  profileRoutes(app, deps, throttle);
  const secretOf = await requestSecrets(deps.db);
  apiTokenRoutes(app, deps, secretOf);
  await linkRoutes(app, deps, { throttle, signIn, secretOf });
  taskRoutes(app, readDeps);
  taskChangeRoutes(app, deps);
  taskRunRoutes(app, deps, runner);
  boardRoutes(app, deps);
  commentRoutes(app, deps);
  commentChangeRoutes(app, deps);
  historyRoutes(app, readDeps);
  inboxRoutes(app, deps);
  activityRoutes(app, readDeps);
  setupRoutes(app, deps);
  dashboardRoutes(app, deps);
  teamRoutes(app, deps);
  labelRoutes(app, deps);
  viewRoutes(app, readDeps);
  await fileRoutes(app, deps, options.metrics);
  auditRoutes(app, readDeps);
  backupRoutes(app, deps);
  exportRoutes(app, deps);
  calendarRoutes(app, deps, secretOf);
  importRoutes(app, deps, runner);
  webhookRoutes(app, deps, secretOf);
  deliveryRoutes(app, deps, runSender(app, deps, reportSkipped(app, deps, options)));
  const { openStreams } = eventRoutes(app, deps);
  options.metrics?.watchStreams(openStreams);

  openapiRoute(app, basePath);
  backUpOnSchedule(app, deps, options.metrics);
  const { db, now } = deps;
  for (const each of RETENTION) runHourly(app, () => deleteOld(db, now(), each));
  runHourly(app, () => purgeDeletedTasks(db, now()));
  runHourly(app, () => purgeLabels(db, now()));
  runHourly(app, () => purgeViews(db, now()));

  await serveApp(app, {
    distDir: options.distDir,
    basePath,
    registration: cachedRegistrationMode(deps.db, deps.config),
    signIn: optionsInPage(deps.config),
  });
  return app;
}
