import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { LoadError } from '#browser/load-error.ts';
import { report } from '#browser/report.ts';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { failedMessages } from './messages.ts';

interface State {
  failure: { error: unknown } | null;
}

/** The error boundary of an island. A failed island would otherwise show its spinner forever (spec 1 §2). */
class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidMount(): void {
    addEventListener('unhandledrejection', this.onRejection);
  }

  override componentWillUnmount(): void {
    removeEventListener('unhandledrejection', this.onRejection);
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (error instanceof LoadError) return;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'An island threw';
    report(message, 'REACT_ERROR', componentStack ?? '');
  }

  /**
   * Handles the failure of code that a store loads outside of rendering, which React's error boundaries do not catch.
   */
  private readonly onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof LoadError) this.setState({ failure: { error: reason } });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.error instanceof LoadError)
      return (
        <div className="failed" role="alert">
          <h1>{failedMessages.load}</h1>
          <Button kind="line" onClick={() => location.reload()}>
            {failedMessages.refresh}
          </Button>
        </div>
      );
    return (
      <div className="wrap">
        <EmptyState
          bad
          level={1}
          picture={kayak}
          title={failedMessages.title}
          actions={
            <Button kind="solid" onClick={() => this.setState({ failure: null })}>
              {failedMessages.again}
            </Button>
          }
        >
          {failedMessages.text}
        </EmptyState>
      </div>
    );
  }
}

/** Puts an island in an error boundary. Every island is exported through this function. */
export function inBoundary<Props extends object>(Island: ComponentType<Props>) {
  return function Guarded(props: Props) {
    return (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
  };
}
