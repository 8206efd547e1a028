import "@testing-library/jest-dom/jest-globals";
import { jest } from "@jest/globals";
import { configure } from "@testing-library/dom";
import "./browserGaps.ts";

// Ends of patience, not waits: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);
