import { Component, type ReactNode } from "react";
import { copyBugReport } from "#app/devtools/copyBugReport.ts";
import { paths } from "#lib/address/paths.ts";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";

interface Props {
  /** A new key clears the error. */
  resetKey: string;
  /** Called when code could not be loaded. */
  onLoadFailure?: () => void;
  children: ReactNode;
}

interface State {
  error: unknown;
  failed: boolean;
  at: string;
}

/** Code could not be loaded: the connection is gone, or a new version was deployed. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}

/** Shows an error in place of a failing screen, so that the shell around it survives. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, at: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { at }: State): Partial<State> | null {
    return resetKey === at ? null : { error: undefined, failed: false, at: resetKey };
  }

  override componentDidCatch(error: unknown): void {
    if (isLoadFailure(error)) this.props.onLoadFailure?.();
  }

  #clear = (): void => this.setState({ error: undefined, failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (isLoadFailure(this.state.error)) {
      return (
        <ErrorState
          title="This screen could not be loaded"
          text="The connection may be gone, or a new version of Taskdeck is out. Reload to go on."
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        />
      );
    }
    return (
      <ErrorState
        title="Something went wrong on this screen"
        text="What was saved is kept. Try again, or go on elsewhere."
        action={
          <>
            <Button variant="primary" onClick={this.#clear}>
              Try again
            </Button>
            <LinkButton to={paths.dashboard} onClick={this.#clear}>
              Go to dashboard
            </LinkButton>
            <Button variant="ghost" onClick={() => void copyBugReport(this.state.error)}>
              Copy bug report
            </Button>
          </>
        }
      />
    );
  }
}
