import { adviceOf, type CallError } from "#api/errors.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";

/** The part of a query's result that shows why it failed, and tries again. */
interface Failed {
  error?: CallError;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Stands in for a query's data until it arrives: a spinner, or the failure with a button that tries
 * again.
 */
export function LoadState({
  query,
  loading,
  failure,
}: {
  query: Failed & { data?: unknown };
  /** The spinner's label for screen readers. */
  loading?: string;
  /** The title of the failure. */
  failure: string;
}) {
  if (query.data !== undefined) return null;
  return query.error ? <LoadFailure query={query} title={failure} /> : <Spinner label={loading} />;
}

/** The failure of a query, with advice and a button that tries again. */
export const LoadFailure = ({
  query: { error, isFetching, refetch },
  title,
}: {
  query: Failed;
  title: string;
}) => <ErrorState title={title} text={adviceOf(error)} isRetrying={isFetching} onRetry={refetch} />;
