import { adviceOf, type CallError } from "#api/errors.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";

/** The part of a query's result that shows whether its data has arrived. */
interface Loading {
  data?: unknown;
  error?: CallError;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Stands in for a query's data until it arrives: a spinner, or the failure with a button that tries
 * again.
 */
export function LoadState({
  query: { data, error, isFetching, refetch },
  loading,
  failure,
}: {
  query: Loading;
  /** The spinner's label for screen readers. */
  loading?: string;
  /** The title of the failure. */
  failure: string;
}) {
  if (data !== undefined) return null;
  if (!error) return <Spinner label={loading} />;
  return (
    <ErrorState title={failure} text={adviceOf(error)} isRetrying={isFetching} onRetry={refetch} />
  );
}
