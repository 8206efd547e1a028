import { TestEnvironment } from "jest-environment-node";
import "./exitAtOnce.ts";

/** Jest's Node environment, with workers that end at once. */
export default class NodeEnvironment extends TestEnvironment {}
