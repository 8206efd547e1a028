import { act, screen } from "@testing-library/react";
import type { Backend } from "../backend.ts";

/** The notice of a connection that is lost, and of what waits for it. */
export const banner = () => screen.getByRole("status", { name: "Connection" });

/** The keys of the lists of unsent changes that the browser stores. */
export const kept = () =>
  Object.keys(localStorage).filter((key) => key.startsWith("taskdeck:outbox"));

export function disconnect(backend: Backend): void {
  backend.network = "down";
  act(() => void window.dispatchEvent(new Event("offline")));
}

export function reconnect(backend: Backend): void {
  backend.network = "up";
  act(() => void window.dispatchEvent(new Event("online")));
}
