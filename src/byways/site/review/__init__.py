"""Game review: positions, evaluation loss per turn, and shareable pictures.

Outside code takes the routers, `analysis_jobs.AnalysisJobs`, `review_store.ReviewStore`, and `job_topic.open_job`.
"""
